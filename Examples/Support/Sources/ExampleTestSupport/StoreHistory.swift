import Foundation
import StoreFixtures

/// The versions of an example, and how contents change from each to each later one.
package struct StoreHistory<Contents: Equatable & Sendable>: Sendable {
  /// A step from one version to another, both given by index.
  package struct Step: Sendable, CustomStringConvertible {
    package let from: Int
    package let to: Int
    package let description: String
  }

  /// The contents of a store after it was opened, and the expected contents.
  package struct Outcome {
    package var found: Contents
    package var expected: Contents
  }

  private let system: String
  private let versions: [StoreVersion<Contents>]
  private let sample: @Sendable (Int) -> Contents
  private let expected: @Sendable (Contents, Step) -> Contents
  private let normalized: @Sendable (Contents) throws -> Contents
  private let prepare: @Sendable (URL) throws -> Void

  /// - Parameters:
  ///   - system: The example's name.
  ///   - versions: Its versions, oldest first.
  ///   - sample: Returns sample contents of each version, the same each time.
  ///   - expected: Returns the contents after a step.
  ///   - normalized: Replaces values that differ between migrations with those that `expected`
  ///     returns.
  ///   - prepare: Adds to a folder the files that the oldest version kept next to its store.
  package init(
    system: String, versions: [StoreVersion<Contents>],
    sample: @escaping @Sendable (Int) -> Contents,
    expected: @escaping @Sendable (Contents, Step) -> Contents,
    normalized: @escaping @Sendable (Contents) throws -> Contents = { $0 },
    prepare: @escaping @Sendable (URL) throws -> Void = { _ in }
  ) {
    self.system = system
    self.versions = versions
    self.sample = sample
    self.expected = expected
    self.normalized = normalized
    self.prepare = prepare
  }

  /// The steps from each version to itself and every later one.
  package var steps: [Step] {
    versions.indices.flatMap { from in (from..<versions.count).map { step(from, $0) } }
  }

  /// The steps from each version to every earlier one.
  package var stepsBack: [Step] {
    versions.indices.flatMap { from in (0..<from).map { step(from, $0) } }
  }

  /// The steps from each version to the newest.
  package var stepsToNewest: [Step] {
    versions.indices.map { step($0, versions.count - 1) }
  }

  private func step(_ from: Int, _ to: Int) -> Step {
    Step(from: from, to: to, description: "\(versions[from].name) to \(versions[to].name)")
  }

  /// Writes a store with one version, and opens it twice with another.
  package func take(_ step: Step) throws -> [Outcome] {
    try withTemporaryFolder { folder in
      try open(try makeStore(step.from, in: folder), step)
    }
  }

  /// Opens a fixture of one version twice with another.
  package func takeFixture(_ step: Step) throws -> [Outcome] {
    try withTemporaryFolder { folder in
      let url = try StoreFixtures.copy(of: system, version: versions[step.from].name, to: folder)
      return try open(url, step)
    }
  }

  /// Opens a store with an earlier version.
  ///
  /// - Parameters:
  ///   - step: From the later version to the earlier one.
  ///   - expectRefusal: Calls its argument and expects it to throw.
  /// - Returns: Whether the file is unchanged.
  /// - Throws: Errors of creating the store or reading its file.
  package func takeBack(
    _ step: Step, expectRefusal: (() throws -> Void) -> Void
  ) throws -> Bool {
    try withTemporaryFolder { folder in
      let url = try makeStore(step.from, in: folder)
      let before = try Data(contentsOf: url)
      expectRefusal { _ = try versions[step.to].contents(of: url) }
      return try Data(contentsOf: url) == before
    }
  }

  private func makeStore(_ version: Int, in folder: URL) throws -> URL {
    let url = folder.appendingPathComponent(StoreFixtures.fileName(versions[version].name))
    try prepare(folder)
    try versions[version].make(at: url, holding: sample(version))
    return url
  }

  private func open(_ url: URL, _ step: Step) throws -> [Outcome] {
    let expected = expected(sample(step.from), step)
    return try (0..<2).map { _ in
      let found = try normalized(versions[step.to].contents(of: url))
      return Outcome(found: found, expected: expected)
    }
  }

  /// The versions without a fixture.
  package func versionsWithoutFixture() throws -> [String] {
    let kept = try StoreFixtures.versions(of: system)
    return versions.map(\.name).filter { !kept.contains($0) }
  }

  /// Writes missing fixtures into the source tree.
  ///
  /// - Returns: The files written.
  package func makeFixtures() throws -> [URL] {
    let folder = StoreFixtures.folder.appendingPathComponent(system)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try versions.indices.compactMap { version in
      let name = StoreFixtures.fileName(versions[version].name)
      let kept = folder.appendingPathComponent(name).path
      return FileManager.default.fileExists(atPath: kept)
        ? nil : try makeStore(version, in: folder)
    }
  }
}
