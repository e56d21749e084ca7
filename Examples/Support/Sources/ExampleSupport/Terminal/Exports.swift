// Whoever lays out texts for a terminal asks how wide they are.
@_exported import TerminalText
