/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  agentRules: false,
  poweredByHeader: false,
  typedRoutes: false,
  serverExternalPackages: ['pg', 'pg-boss', 'pino', '@node-rs/argon2', 'prom-client', 'protobufjs', 'ajv', 'ajv-formats'],
}

export default config
