"""Reports: plain data first, then the forms it is written in."""
