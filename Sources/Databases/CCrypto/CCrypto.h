// OpenSSL's libcrypto, version 3 or newer.

#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

#endif
