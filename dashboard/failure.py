"""What a visitor sees where a page fails: what happened, and what can be done about it."""

import traceback

from misheard.ingest.errors import MisheardError


def show(error: Exception) -> bool:
    """Draw the failure in place of Streamlit's own notice, which tells the reader nothing.

    The traceback goes to the terminal as well, and holds file names and code of ours alone.
    """
    import streamlit as st

    if isinstance(error, MisheardError):
        st.error("This could not be done:")
        st.text(str(error))
        return True
    st.error(
        "This page failed, and the fault is Misheard's. The rest still works; please report what stands below."
    )
    st.code("".join(traceback.format_exception(error, limit=-6)), language=None)
    return True
