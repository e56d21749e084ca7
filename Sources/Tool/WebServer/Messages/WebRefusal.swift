/// The reason that a request was rejected, and the part to correct.
public struct WebRefusal: Error, Sendable {
  /// The status code.
  public var status: Int
  /// A constant for programs, such as `wrong-host`.
  public var reason: String
  /// The incorrect part of the request, such as `header Host` or `query limit`; nil if there is no
  /// such part.
  public var place: String?
  /// A message for people: the error and how to fix it.
  public var message: String
  /// The methods that the path supports, if the request's method is not one of them.
  public var allowedMethods: [String] = []
  /// Header fields of the response.
  public var headers: [(name: String, value: String)] = []

  /// Creates a refusal.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - reason: A constant for programs.
  ///   - place: The incorrect part of the request.
  ///   - message: A message for people.
  public init(_ status: Int, _ reason: String, at place: String? = nil, _ message: String) {
    (self.status, self.reason, self.place, self.message) = (status, reason, place, message)
  }

  /// The response that reports this refusal to programs, in JSON.
  public var response: WebResponse {
    var document = ["error": reason, "message": message]
    document["where"] = place
    var response = WebResponse.json(status, document)
    response.headers = allHeaders
    return response
  }

  /// The header fields of any response that reports this refusal.
  public var allHeaders: [(name: String, value: String)] {
    headers
      + (allowedMethods.isEmpty ? [] : [("Allow", allowedMethods.joined(separator: ", "))])
  }

  /// The refusal of a text that contains a control character.
  ///
  /// NUL ends texts in C, and line breaks end headers: another program may read a different text.
  ///
  /// - Parameter place: The part of the request.
  /// - Returns: The refusal.
  public static func controlCharacter(at place: String) -> WebRefusal {
    WebRefusal(
      400, "control-character", at: place,
      "The \(place) contains a space or control character that is not allowed here. Leave it out."
    )
  }
}
