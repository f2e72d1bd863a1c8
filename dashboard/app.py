"""Page set-up and navigation; Streamlit runs this file anew for every visitor and every change."""

import streamlit as st

from misheard.dashboard import pages, theme

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<rect width="32" height="32" rx="7" fill="#0072b2"/>'
    '<path d="M6 11h15m0 0-4-4m4 4-4 4M26 21H11m0 0 4-4m-4 4 4 4" fill="none" stroke="#fff" stroke-width="2.6"'
    ' stroke-linecap="round" stroke-linejoin="round"/></svg>'
)

st.set_page_config(page_title="Misheard", page_icon=ICON, layout="wide", initial_sidebar_state="collapsed")
st.html(theme.STYLE)
st.navigation([pages.streamlit_page(spec) for spec in pages.PAGES], position="top").run()
