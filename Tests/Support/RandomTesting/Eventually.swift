/// Waits until a condition holds.
///
/// A busy machine only delays the result; the limit of two minutes ends tests that would hang.
///
/// - Returns: Whether the condition holds.
public func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws -> Bool {
  let deadline = ContinuousClock.now + .seconds(120)
  while ContinuousClock.now < deadline {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return try await condition()
}
