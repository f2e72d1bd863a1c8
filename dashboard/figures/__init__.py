"""Figures of the pages, as Plotly draws them in Streamlit's colours.

Streamlit sets its colours when it is imported; `startup.lean` hides Plotly from it then, so they are set here.
"""

from importlib import import_module

import_module("streamlit.elements.lib.streamlit_plotly_theme").configure_streamlit_plotly_theme()
