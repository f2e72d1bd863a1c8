"""Placeholder until the page stands."""

import streamlit as st


def page() -> None:
    """Draw the page."""
    st.text("explain")
