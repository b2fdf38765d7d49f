import { apiPolicy, commonHeaders } from './lib/http/static-headers.mjs'

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  agentRules: false,
  poweredByHeader: false,
  // scripts/provision/serve.mjs does it, after it changed pages.
  compress: false,
  typedRoutes: false,
  // No page has an image to optimize, and what does it is not installed.
  images: { unoptimized: true },
  // Types are checked by `npm test types`; skipping them here makes builds faster.
  typescript: { ignoreBuildErrors: true },
  // A first start waits for the build, so it writes nothing that a server does not need: a cache for the next build takes a fifth of its
  // time, source maps are two thirds of its output, and minifying server code takes a third of its CPU time (and garbles stack traces).
  // Pages are loaded on their first request: loading all of them at the start takes 60 MB.
  experimental: {
    serverMinification: false,
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
    preloadEntriesOnStart: false,
    // React and Next are one script, which Brotli makes 4 % smaller than three.
    turbopackChunking: { minChunkSize: 3_000_000, maxMergeChunkSize: 20_000_000 },
  },
  serverExternalPackages: [
    '@grpc/grpc-js',
    'pg',
    'pg-boss',
    'pino',
    '@node-rs/argon2',
    'prom-client',
    'protobufjs',
    'piscina',
    'esbuild',
    'ajv',
    'ajv-formats',
  ],
  headers: async () => [
    { source: '/:path*', headers: commonHeaders },
    { source: '/:answers(api|v1|healthz|readyz|metrics|client\\.tgz|\\.well-known)/:path*', headers: apiPolicy },
    // Paths not handled by proxy.ts: static files, and their 404 page.
    { source: '/:files(_next|readme)/:path*', headers: apiPolicy },
    { source: '/:file(icon.svg|favicon.ico|robots.txt)', headers: apiPolicy },
  ],
}

export default config
