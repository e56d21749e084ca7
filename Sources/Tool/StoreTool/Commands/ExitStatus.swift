/// The tool's exit status.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case good = 0
  case different = 1
  case usage = 2
  case cannotOpen = 3
  case failed = 4
  case salvaged = 5

  /// When the status is returned, for help and the manual.
  package var meaning: String {
    switch self {
    case .good: "Success: no differences, and no problems."
    case .different: "Differences or problems were found, or no row matched."
    case .usage: "The command line, or a condition in it, is invalid."
    case .cannotOpen: "A store could not be opened: it is missing, damaged, locked, or not a store."
    case .failed: "Another operation failed, such as reading a value or writing a file."
    case .salvaged: "A damaged store was exported without the parts that could not be read."
    }
  }
}
