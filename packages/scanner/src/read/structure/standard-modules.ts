/** Extensions that a script may omit in imports. */
export const scriptExtensions = [
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '.d.ts',
  '.vue',
  '.svelte',
  '.json',
];

/** Node's own modules. */
export const nodeBuiltins = new Set(
  'assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib'.split(
    ' ',
  ),
);

/** Modules of Python's standard library. */
export const pythonStandard = new Set(
  'abc aifc argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 calendar cgi cgitb cmath cmd code codecs collections colorsys concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis doctest email encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap multiprocessing netrc numbers operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posixpath pprint profile pstats pty pwd py_compile queue quopri random re readline reprlib resource runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string struct subprocess symtable sys sysconfig syslog tarfile telnetlib tempfile termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo __future__'.split(
    ' ',
  ),
);

/** Modules of Swift and of Apple's platforms. */
export const appleModules =
  /^(?:Swift|Foundation|FoundationNetworking|FoundationXML|Dispatch|Darwin|Glibc|Musl|WinSDK|os|ObjectiveC|XCTest|Testing|Combine|Observation|RegexBuilder|SwiftUI|SwiftData|UIKit|AppKit|WatchKit|WebKit|SafariServices|Security|LocalAuthentication|AuthenticationServices|CryptoKit|CommonCrypto|SQLite3|Network|NetworkExtension|SystemConfiguration|CloudKit|StoreKit|UserNotifications|MessageUI|Contacts|ContactsUI|EventKit|Photos|PhotosUI|AVFoundation|AVKit|MediaPlayer|ARKit|RealityKit|SceneKit|SpriteKit|Metal|MetalKit|Accelerate|Vision|NaturalLanguage|PackageDescription|PackagePlugin|CompilerPluginSupport|JavaScriptCore|PDFKit|QuartzCore|QuickLook|GameKit|MapKit|HealthKit|HomeKit|WidgetKit|ActivityKit|AppIntents|Intents|Speech|Charts|TipKit|UniformTypeIdentifiers|OSLog|XPC|IOKit|Cocoa|Social|Accounts|AdSupport|MultipeerConnectivity|Core[A-Z]\w*|simd|_[A-Z]\w*)$/;
