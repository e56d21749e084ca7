import Foundation

/// The options for opening a store.
package struct StoreOptions: Sendable {
  /// The name of the store in messages and lists.
  package var name: String
  /// The path of its file; ignored in memory.
  package var path: String
  package var isInMemory: Bool
  /// Whether the store is writable, and created if it does not exist.
  package var allowsSave: Bool
  /// Whether saves are recorded in the history.
  package var tracksHistory: Bool
  /// How much of the history is kept; nil for all.
  package var historyLimit: HistoryLimit?
  /// Whether only their owner can access the files.
  package var restrictsFileAccess: Bool
  /// Whether the store is writable although Apple's frameworks mirror it to CloudKit.
  package var allowsSavingMirroredStore: Bool
  /// Whether the models may be a part of the stored ones; the store is read-only then.
  package var readsPart: Bool
  /// The file that a new store is copied from; nil for an empty store.
  package var template: URL?

  /// Creates the options of a store in a file, or in memory.
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
