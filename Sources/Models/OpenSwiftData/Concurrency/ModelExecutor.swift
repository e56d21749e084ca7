/// An executor that keeps a model context for the code it runs.
public protocol ModelExecutor: Executor {
  /// The context, to be used only by code that the executor runs.
  var modelContext: ModelContext { get }
}

/// A model executor that runs one job after the other, as actors require.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}
