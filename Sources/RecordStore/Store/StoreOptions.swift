import Foundation

/// What a store is opened with.
package struct StoreOptions: Sendable {
  /// What the store is called in messages and lists.
  package var name: String
  /// The path of its file; of no meaning in memory.
  package var path: String
  package var isInMemory: Bool
  /// Whether it may be written to, and made where it does not exist.
  package var allowsSave: Bool
  /// Whether saves are told to the history.
  package var tracksHistory: Bool
  /// How much of the history is kept; nil for all.
  package var historyLimit: HistoryLimit?
  /// Whether the files are its owner's alone.
  package var restrictsFileAccess: Bool
  /// Whether it may be written to although Apple's frameworks mirror it to CloudKit.
  package var allowsSavingMirroredStore: Bool
  /// Whether the models may be a part of what the file holds, which is only read then.
  package var readsPart: Bool
  /// The file that a new store begins as; nil for an empty one.
  package var template: URL?

  /// Makes the options of a store in a file, or in memory.
  package init(
    name: String, path: String, isInMemory: Bool = false, allowsSave: Bool = true,
    tracksHistory: Bool = true, historyLimit: HistoryLimit? = nil,
    restrictsFileAccess: Bool = false, allowsSavingMirroredStore: Bool = false,
    readsPart: Bool = false, template: URL? = nil
  ) {
    self.name = name
    self.path = path
    self.isInMemory = isInMemory
    self.allowsSave = allowsSave
    self.tracksHistory = tracksHistory
    self.historyLimit = historyLimit
    self.restrictsFileAccess = restrictsFileAccess
    self.allowsSavingMirroredStore = allowsSavingMirroredStore
    self.readsPart = readsPart
    self.template = template
  }
}
