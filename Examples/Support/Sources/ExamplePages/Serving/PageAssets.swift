import Foundation
import WebServer

/// The files that all apps share.
enum PageAssets {
  static let style = WebAsset("text/css; charset=utf-8", PackageResources.style_css)
  static let script = WebAsset("text/javascript; charset=utf-8", PackageResources.page_js)

  /// The service worker, which names the version of the files that it keeps.
  private static let worker: WebAsset = {
    let text = String(decoding: PackageResources.worker_js, as: UTF8.self)
      .replacing("VERSION", with: "\(style.version)-\(script.version)")
      .replacing("STYLE", with: style.version)
    return WebAsset("text/javascript; charset=utf-8", Data(text.utf8))
  }()

  /// The routes of the files, and of what makes an app installable.
  static func routes(of app: PagedAppDescription) -> [WebRoute] {
    [
      style.route(at: "/style.css"), script.route(at: "/page.js"), worker.route(at: "/worker.js"),
      WebAsset("image/svg+xml", Data(icon(of: app).text.utf8)).route(at: "/icon.svg"),
      WebRoute("GET", "/app.webmanifest") { request in
        let text = manifest(of: app, PageLanguage(request))
        var response = WebResponse(200, "application/manifest+json; charset=utf-8", Data(text.utf8))
        response.headers = [("Vary", "Accept-Language")]
        return response
      },
      WebRoute("GET", "/offline") { request in
        let language = PageLanguage(request)
        let text = language(
          "\(app.name) cannot be reached. Start the program on this computer, then load the page again. Nothing is lost.",
          "\(app.name)に接続できません。このコンピューターでプログラムを起動してから、ページを再読み込みしてください。データは失われていません。")
        return Page(
          app, request, title: language("Offline", "オフライン"), content: "<p>\(text)</p>"
        ).response()
      },
    ]
  }

  private static func icon(of app: PagedAppDescription) -> HTML {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" \
    fill="\(app.color)"/>\(app.symbol)</svg>
    """
  }

  private static func manifest(of app: PagedAppDescription, _ language: PageLanguage) -> String {
    """
    {
      "name": "\(app.name)",
      "short_name": "\(app.name)",
      "description": "\(language(app.summary.english, app.summary.japanese))",
      "lang": "\(language.rawValue)",
      "start_url": "/",
      "scope": "/",
      "display": "standalone",
      "background_color": "#fdfdfc",
      "theme_color": "\(app.color)",
      "icons": [{"src": "/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any maskable"}]\
    \(app.manifest.isEmpty ? "" : ",\n  " + app.manifest)
    }

    """
  }
}
