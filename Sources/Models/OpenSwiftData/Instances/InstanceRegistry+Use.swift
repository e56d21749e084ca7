extension InstanceRegistry {
  /// Records that the current thread begins to use the context, and reports a thread that is inside.
  ///
  /// - Returns: Whether it was recorded, for `endUse(_:)`.
  @inline(__always)
  func beginUse(_ operation: StaticString) -> Bool {
    use.begin(operation) || waitForOtherUse(operation)
  }

  /// Does the same as `beginUse(_:)` in debug builds, and nothing in release builds; for operations
  /// that happen once for every row.
  ///
  /// - Returns: Whether it was recorded, for `endUse(_:)`.
  @inline(__always)
  func beginFrequentUse(_ operation: StaticString) -> Bool {
    var isRecorded = false
    // Release builds do not evaluate the argument of `assert`.
    assert(recordUse(operation, &isRecorded))
    return isRecorded
  }

  /// Records the end of the operation that `beginUse(_:)` began.
  @inline(__always)
  func endUse(_ isRecorded: Bool) {
    if isRecorded { use.end() }
  }

  private func recordUse(_ operation: StaticString, _ isRecorded: inout Bool) -> Bool {
    isRecorded = beginUse(operation)
    return true
  }

  @inline(never)
  private func waitForOtherUse(_ operation: StaticString) -> Bool {
    use.wait(operation) { running, isFirst in
      owner.reportUse(running: running, entering: "\(operation)", isFirst: isFirst)
    }
  }
}
