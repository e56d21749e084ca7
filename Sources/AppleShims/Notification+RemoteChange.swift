#if !canImport(CoreData)
  import Foundation

  extension Notification.Name {
    /// The name under which Core Data says that another process has changed a store.
    ///
    /// > Important: Nothing posts it here, so that code which observes it compiles and is not called. A
    /// > ``/OpenSwiftData/ResultsObserver`` is updated by changes of other processes.
    @_disfavoredOverload
    public static var NSPersistentStoreRemoteChange: Notification.Name {
      Notification.Name("NSPersistentStoreRemoteChangeNotification")
    }
  }
#endif
