"""The table in a browser: a server of one page that holds an ordinary session for each browser tab."""
