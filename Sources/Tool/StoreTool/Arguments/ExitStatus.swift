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
    case .good: "All went well; nothing differs, and there are no problems."
    case .different: "Differences or problems were found."
    case .usage: "The command line was not understood, or a condition in it."
    case .cannotOpen: "A store could not be opened: it is missing, damaged, locked, or no store."
    case .failed: "Something else could not be done, as reading a value or writing a file."
    case .salvaged: "A damaged store was written without what could not be read of it."
    }
  }
}
