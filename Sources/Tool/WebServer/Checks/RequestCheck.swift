/// A condition that every request must fulfil before it is answered.
public protocol RequestCheck: Sendable {
  /// Checks a request.
  ///
  /// - Parameter request: The request.
  /// - Throws: `WebRefusal` if the request does not fulfil the condition.
  func check(_ request: WebRequest) throws(WebRefusal)
}
