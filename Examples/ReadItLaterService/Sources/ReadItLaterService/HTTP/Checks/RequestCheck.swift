/// A condition that every request must fulfil before it is answered.
package protocol RequestCheck: Sendable {
  /// - Throws: `HTTPRefusal` if the request does not fulfil the condition.
  func check(_ request: HTTPRequest) throws(HTTPRefusal)
}
