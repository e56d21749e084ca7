// libcurl, version 7.68 or newer, and what of it Swift cannot call: functions of any number of arguments.

#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stddef.h>

static inline CURLcode openswiftdata_curl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode openswiftdata_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode openswiftdata_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode openswiftdata_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode openswiftdata_curl_set_headers(CURL *easy, struct curl_slist *headers) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

/// What takes or gives bytes: the place, 1, their count, and what belongs to the function.
typedef size_t (*openswiftdata_curl_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef int (*openswiftdata_curl_seek)(void *context, curl_off_t offset, int origin);

/// Has functions get the headers and the body of the answer, and give the body of the request.
static inline void openswiftdata_curl_set_functions(
    CURL *easy, void *context, openswiftdata_curl_bytes header, openswiftdata_curl_bytes write,
    openswiftdata_curl_bytes read, openswiftdata_curl_seek seek) {
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, write);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, read);
  curl_easy_setopt(easy, CURLOPT_READDATA, context);
  curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
  curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

/// Leaves no protocols but HTTP and HTTPS.
static inline void openswiftdata_curl_allow_http_alone(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/// The status of the answer; 0 where there is none.
static inline long openswiftdata_curl_status(CURL *easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

static inline void openswiftdata_curl_set_limit(CURLM *multi, CURLMoption option, long value) {
  curl_multi_setopt(multi, option, value);
}

/// The next request of which something is to be told, and what came of it; NULL where there is none.
static inline CURL *openswiftdata_curl_next_finished(CURLM *multi, CURLcode *result) {
  int count = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &count))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

#endif
