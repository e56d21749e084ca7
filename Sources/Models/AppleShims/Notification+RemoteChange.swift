#if !canImport(CoreData)
  import Foundation

  extension Notification.Name {
    /// The notification that Core Data posts when another process has changed a store.
    ///
    /// > Important: This library never posts it, so that code which observes it compiles but is not
    /// > called. A ``/OpenSwiftData/ResultsObserver`` is updated when other processes change the
    /// > store.
    @_disfavoredOverload
    public static var NSPersistentStoreRemoteChange: Notification.Name {
      Notification.Name("NSPersistentStoreRemoteChangeNotification")
    }
  }
#endif
