import Foundation

/// Lines of Markdown that a run prints immediately, collected for a file.
package final class Page {
  private var text = ""

  package init() {}

  package func add(_ line: String) {
    print(line)
    fflush(nil)
    text += line + "\n"
  }

  package func write(to file: URL) throws { try Data(text.utf8).write(to: file) }
}
