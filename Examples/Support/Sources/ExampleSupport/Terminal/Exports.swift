// Commands parse their options and lay out text with these.
@_exported import CommandLineTool

package typealias Style = Terminal.Style
