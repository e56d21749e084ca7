import Foundation

extension ModelContainer {
  /// Fetches models, and transforms each into a value that may leave their context.
  ///
  /// The caller's thread is free meanwhile, as with ``withContext(author:_:)``. Models belong to
  /// their context and cannot be returned; use snapshots, identifiers or structures.
  ///
  /// ```swift
  /// let names = try await container.fetch(descriptor) { $0.name }
  /// ```
  ///
  /// - Parameters:
  ///   - descriptor: The models to fetch.
  ///   - transform: Creates an element of the result.
  /// - Returns: One element for each model.
  /// - Throws: Errors of `transform`, ``ModelContext/fetch(_:)`` and ``withContext(author:_:)``.
  public func fetch<T: PersistentModel, Value: Sendable>(
    _ descriptor: FetchDescriptor<T>, _ transform: @escaping @Sendable (T) throws -> Value
  ) async throws -> [Value] {
    try await withContext { try $0.fetch(descriptor).map(transform) }
  }

  /// Counts the models that match `descriptor`.
  ///
  /// - Throws: Errors of ``ModelContext/fetchCount(_:)`` and ``withContext(author:_:)``.
  public func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) async throws -> Int {
    try await withContext { try $0.fetchCount(descriptor) }
  }

  /// Runs a SQL query, and decodes its rows; see ``ModelContext/query(_:as:)``.
  ///
  /// - Throws: Errors of ``ModelContext/query(_:as:)`` and ``withContext(author:_:)``.
  public func query<Row: Decodable & Sendable>(
    _ query: SQLQuery, as type: Row.Type
  ) async throws -> [Row] {
    try await withContext { try $0.query(query, as: type) }
  }

  /// The models that match `descriptor`, as a sequence of values that reads them as it is iterated.
  ///
  /// ```swift
  /// for try await line in container.values(of: descriptor, { $0.name }) {
  ///   try await response.write(line)
  /// }
  /// ```
  ///
  /// The first element finds the keys of all models, which take 8 bytes each. Each batch is then
  /// read with one statement, on a thread that may wait, when the elements of the previous batch
  /// are used up: a slow consumer does not fill the memory. Between batches no connection is kept.
  /// Models deleted meanwhile are left out; others have the values of the time when they are read.
  ///
  /// If SQL alone cannot answer the fetch, all models are loaded at once.
  ///
  /// - Parameters:
  ///   - descriptor: The models, their order, and the limit.
  ///   - batchSize: The number of models to read with one statement.
  ///   - transform: Creates an element.
  /// - Returns: The sequence; each iteration reads the models again. It throws errors of
  ///   `transform` and ``ModelContext/fetch(_:)``, and `CancellationError`.
  public func values<T: PersistentModel, Value: Sendable>(
    of descriptor: FetchDescriptor<T>, batchSize: Int = 500,
    _ transform: @escaping @Sendable (T) throws -> Value
  ) -> FetchedValues<Value> {
    FetchedValues { [self] in
      let reader = BatchReader(self, descriptor, max(1, batchSize), transform)
      return { try await reader.next() }
    }
  }
}

/// Values of models that are read in batches, as they are iterated.
///
/// ``ModelContainer/values(of:batchSize:_:)`` creates it.
public struct FetchedValues<Value: Sendable>: AsyncSequence, Sendable {
  /// Reads the next batch; nil at the end.
  typealias NextBatch = @Sendable () async throws -> [Value]?

  private let begin: @Sendable () -> NextBatch

  init(_ begin: @escaping @Sendable () -> NextBatch) { self.begin = begin }

  /// Creates an iterator, which reads the models from the beginning.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(begin()) }

  /// Iterates over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let nextBatch: NextBatch
    private var batch: IndexingIterator<[Value]> = [].makeIterator()
    private var isAtEnd = false

    init(_ nextBatch: @escaping NextBatch) { self.nextBatch = nextBatch }

    /// The next value; nil at the end.
    ///
    /// - Throws: Errors of reading, and `CancellationError` if the task was cancelled.
    public mutating func next() async throws -> Value? {
      while !isAtEnd {
        if let value = batch.next() { return value }
        try Task.checkCancellation()
        if let next = try await nextBatch() {
          batch = next.makeIterator()
        } else {
          isAtEnd = true
        }
      }
      return nil
    }
  }
}

/// Reads the models of a fetch in batches, on a thread of its own.
private actor BatchReader<Model: PersistentModel, Value: Sendable> {
  private let executor = QueueExecutor(label: "OpenSwiftData.FetchedValues")
  private let container: ModelContainer
  private let descriptor: FetchDescriptor<Model>
  private let batchSize: Int
  private let transform: @Sendable (Model) throws -> Value
  private var fetch: BatchedFetch<Model>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    _ container: ModelContainer, _ descriptor: FetchDescriptor<Model>, _ batchSize: Int,
    _ transform: @escaping @Sendable (Model) throws -> Value
  ) {
    (self.container, self.descriptor) = (container, descriptor)
    (self.batchSize, self.transform) = (batchSize, transform)
  }

  func next() throws -> [Value]? {
    let fetch = try self.fetch ?? BatchedFetch(descriptor, in: ModelContext(container))
    self.fetch = fetch
    return try fetch.next(batchSize)?.map(transform)
  }
}
