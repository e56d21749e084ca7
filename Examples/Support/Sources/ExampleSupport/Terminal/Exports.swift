// Code that lays out text for a terminal needs the width of characters.
@_exported import TerminalText
