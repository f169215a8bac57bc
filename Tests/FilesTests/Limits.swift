// Constants that Linux gives other types than its functions take.

#if canImport(Darwin)
  import Darwin

  let fileSizeResource = RLIMIT_FSIZE
  let realTimer = ITIMER_REAL
#else
  import Glibc

  let fileSizeResource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  let realTimer = __itimer_which_t(ITIMER_REAL.rawValue)
#endif
