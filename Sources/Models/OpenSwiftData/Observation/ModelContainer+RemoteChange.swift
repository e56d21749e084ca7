import Foundation

extension ModelContainer {
  /// Posted when something was saved to the stores of a container, by any context or process, while
  /// a ``ResultsObserver``, a ``HistoryObserver`` or a sequence of results observes it.
  ///
  /// The user info has the identifiers of the stores under ``storeIdentifiersKey``, as far as they
  /// are known. It is posted on the thread that saved; for another process, on one of the library's
  /// threads.
  public static let remoteChange = ChangeFeed.remoteChange

  /// The user info key under which ``remoteChange`` carries the identifiers of the stores:
  /// `[String]`.
  public static let storeIdentifiersKey = ChangeFeed.storeIdentifiersKey
}
