/// A field of a form with its label, the text that was typed, and what is wrong with it.
package struct FormField {
  package let name: String
  package let label: String
  package var value: String
  /// What is wrong with the value; nil if nothing is.
  package var problem: String?
  /// A hint below the field.
  package var hint: String?
  /// The kind of input: an `input` type, `textarea`, or `select`.
  package var kind: String
  /// The choices of a `select`: the values and their names.
  package var choices: [(value: String, name: String)] = []
  /// Other attributes, such as `required`.
  package var attributes: HTML?
  /// Whether the field is in one line with other short ones, such as coordinates.
  package var isShort = false

  package init(
    _ name: String, _ label: String, _ value: String = "", kind: String = "text",
    problem: String? = nil, hint: String? = nil, choices: [(value: String, name: String)] = [],
    attributes: HTML? = nil
  ) {
    (self.name, self.label, self.value, self.kind) = (name, label, value, kind)
    (self.problem, self.hint, self.choices, self.attributes) = (problem, hint, choices, attributes)
  }

  package var html: HTML {
    let id = "field-\(name)"
    let notes = [problem.map { _ in "\(id)-problem" }, hint.map { _ in "\(id)-hint" }]
      .compactMap(\.self).joined(separator: " ")
    let common: HTML = """
      id="\(id)" name="\(name)"\(problem.map { _ in " aria-invalid=\"true\"" as HTML })\
      \(notes.isEmpty ? "" : " aria-describedby=\"\(notes)\"" as HTML) \(attributes)
      """
    return """
      <div class="field\(kind == "checkbox" ? " check" : "")">
      \(kind == "checkbox" ? control(common) : "" as HTML)\
      <label for="\(id)">\(label)</label>
      \(kind == "checkbox" ? "" : control(common))
      \(problem.map { "<p class=\"problem\" id=\"\(id)-problem\">\($0)</p>" as HTML })\
      \(hint.map { "<p class=\"hint\" id=\"\(id)-hint\">\($0)</p>" as HTML })
      </div>

      """
  }

  private func control(_ common: HTML) -> HTML {
    switch kind {
    // A line break after the tag is not part of the text.
    case "textarea": "<textarea \(common) rows=\"3\">\n\(value)</textarea>"
    case "select":
      """
      <select \(common)>\(choices.map { choice in
        let isChosen = choice.value == value
        return """
          <option value="\(choice.value)"\(isChosen ? " selected" as HTML : "")>\(choice.name)</option>
          """
      } as [HTML])</select>
      """
    case "checkbox":
      """
      <input type="checkbox" value="yes" \(common)\(value == "yes" ? " checked" as HTML : "")>
      """
    default: "<input type=\"\(kind)\" value=\"\(value)\" \(common)>"
    }
  }
}

/// A form that sends its fields with `POST`.
package struct PostForm {
  package var action: String
  package var fields: [FormField]
  package var button: String
  package var isUpload = false

  package init(_ action: String, _ fields: [FormField] = [], button: String, isUpload: Bool = false)
  {
    (self.action, self.fields, self.button) = (action, fields, button)
    self.isUpload = isUpload
  }

  package var html: HTML {
    """
    <form method="post" action="\(action)"\(isUpload ? " enctype=\"multipart/form-data\"" as HTML : "")>
    \(lines)<p class="buttons"><button>\(button)</button></p>
    </form>

    """
  }
}

extension PostForm {
  /// The fields, with short ones beside each other.
  private var lines: HTML {
    let first = fields.firstIndex(where: \.isShort) ?? fields.endIndex
    let rest = fields[first...].firstIndex { !$0.isShort } ?? fields.endIndex
    guard first < rest else { return "\(fields.map(\.html))" }
    return """
      \(fields[..<first].map(\.html))<div class="triple">\(fields[first..<rest].map(\.html))</div>\
      \(fields[rest...].map(\.html))
      """
  }
}

/// A button that changes something at once.
///
/// - Parameters:
///   - action: The path of the change.
///   - name: The text of the button.
///   - subject: What is changed; it is read aloud after the name.
///   - values: What is sent.
///   - style: The class of the button, such as `danger`.
/// - Returns: A form with the button.
package func actionButton(
  _ action: String, _ name: String, of subject: String = "", _ values: [String: String] = [:],
  style: String = "quiet"
) -> HTML {
  let hidden = values.sorted { $0.key < $1.key }.map {
    "<input type=\"hidden\" name=\"\($0.key)\" value=\"\($0.value)\">" as HTML
  }
  return """
    <form class="action" method="post" action="\(action)">\(hidden)<button class="\(style)">\(name)\
    \(subject.isEmpty ? nil : "<span class=\"unseen\"> – \(subject)</span>" as HTML)</button></form>
    """
}

/// A button that ticks something off, or takes the tick back; it sends `on` with `yes` or `no`.
///
/// - Parameters:
///   - action: The path of the change.
///   - title: What is ticked off.
///   - isOn: Whether it is ticked off now.
///   - values: What is sent besides.
/// - Returns: A form with the button.
package func tickButton(
  _ action: String, _ title: String, isOn: Bool, _ values: [String: String] = [:]
) -> HTML {
  let hidden = values.merging(["on": isOn ? "no" : "yes"]) { $1 }.sorted { $0.key < $1.key }.map {
    "<input type=\"hidden\" name=\"\($0.key)\" value=\"\($0.value)\">" as HTML
  }
  return """
    <form class="action" method="post" action="\(action)">\(hidden)<button class="tick" \
    aria-pressed="\(isOn ? "true" : "false")">\(title)</button></form>
    """
}
