extension ModelContext {
  /// Creates a context on the stores of `container` that saves only when `save()` is called.
  public convenience init(_ container: ModelContainer) {
    self.init(container.core, of: container)
  }

  /// The container whose stores the context works on.
  public var container: ModelContainer {
    if let knownContainer { return unsafeDowncast(knownContainer, to: ModelContainer.self) }
    let container = ModelContainer(core)
    // A main context may outlive its container; the stores live as long as either.
    if !isMainContext { ownedContainer = container }
    return container
  }
}
