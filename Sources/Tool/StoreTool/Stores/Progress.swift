/// Reports the progress of work whose steps are performed deep within calls.
enum Progress {
  /// Called after each step.
  @TaskLocal static var step: @Sendable () -> Void = {}
}
