import { z } from 'zod'
import { PASSWORD_LENGTH } from '@/lib/contracts/limits'
import { processWide } from './process-wide'

const text = z.string().trim().min(1).optional()
const port = z.coerce.number({ error: 'must be a whole number from 1 to 65535' }).int().min(1).max(65_535)
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional()
const appUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((text) => ['/', ''].includes(pathOf(text)), 'must have no path: the desk is served at the root of a host')
  .transform((text) => text.replace(/\/$/, ''))
  .optional()
const storeUrl = z
  .url({ protocol: /^https?$/, error: 'must look like https://s3.example.com/bucket' })
  .refine((text) => {
    const { pathname, search, hash, username } = URL.parse(text) ?? { pathname: '/nothing' }
    return /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*\/?$/.test(pathname) && !search && !hash && !username
  }, 'must be the address of the service and the name of a bucket, as https://s3.example.com/bucket, with nothing behind it but folders')
  .optional()

/** Everything behind host and port; empty for what is no address. */
function pathOf(text: string): string {
  const { pathname = '', search = '', hash = '' } = URL.parse(text) ?? {}
  return `${pathname}${search}${hash}`
}

function isEncoded(url: URL | null): boolean {
  try {
    decodeURIComponent(`${url?.username}${url?.password}`)
    return true
  } catch {
    return false
  }
}

const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587 or smtps://host' })
  .refine((text) => {
    const parsed = URL.parse(text)
    return parsed !== null && parsed.hostname !== '' && ['', '/'].includes(parsed.pathname) && parsed.search === ''
  }, 'must be a scheme, a host and perhaps a port, with no path and no parameters')
  .refine((text) => isEncoded(URL.parse(text)), 'must have user and password percent-encoded: a % is %25')
  .optional()
const sender = z
  .string()
  .trim()
  .regex(/^(?:[^<>@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u, {
    error: 'must look like desk@example.com or Veritas <desk@example.com>',
  })
  .optional()
const secret = (minLength: number, maxLength = Number.POSITIVE_INFINITY) =>
  z
    .string()
    .min(minLength, `must have at least ${minLength} characters`)
    .max(maxLength, `must have at most ${maxLength} characters`)
    .optional()

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  OTLP_GRPC_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  DATA_DIR: z.string().trim().min(1).default('.data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user:password@host:5432/database' })
    .optional(),
  APP_URL: appUrl,
  AUTH_SECRET: secret(32),
  TRUST_PROXY: z.coerce.number({ error: 'must be a whole number from 0 to 20' }).int().min(0).max(20).default(0),
  VERITAS_ADMIN_EMAIL: z.email('must be an email address').optional(),
  VERITAS_ADMIN_PASSWORD: secret(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max),
  VERITAS_API_KEY: secret(8),
  GITHUB_ID: text,
  GITHUB_SECRET: text,
  GITHUB_URL: url,
  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  JUDGE_BASE_URL: url,
  JUDGE_API_KEY: text,
  JUDGE_MODEL: text,
  SMTP_URL: smtpUrl,
  SMTP_FROM: sender,
  VERITAS_ALLOW_PRIVATE_WEBHOOKS: z.stringbool({ error: 'must be true or false' }).default(false),
  VERITAS_MEMORY_DIR: text,
  SHUTDOWN_GRACE: z.coerce.number({ error: 'must be a number of seconds from 0 to 600' }).min(0).max(600).default(0),
  PAYLOAD_STORE_URL: storeUrl,
  PAYLOAD_STORE_KEY_ID: text,
  PAYLOAD_STORE_SECRET: text,
  PAYLOAD_STORE_REGION: z.string().trim().min(1).default('us-east-1'),
  PAYLOAD_STORE_AFTER: z
    .union([z.literal('never'), z.coerce.number().min(0).max(87_600)], { error: 'must be a number of hours, or never' })
    .default(1),
  AUDIT_HEADS_FILE: text,
  AUDIT_HEADS_URL: url,
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be ${LOG_LEVELS.slice(0, -1).join(', ')} or silent` }).default('info'),
})

/** All environment variables this product reads. */
export const variableNames = Object.keys(variables.shape)

/** An environment in which every variable is empty, as if unset. */
export const noSettings: Record<string, string> = Object.fromEntries(variableNames.map((name) => [name, '']))

type Variable = keyof z.infer<typeof variables>

const setTogether: Variable[][] = [
  ['VERITAS_ADMIN_EMAIL', 'VERITAS_ADMIN_PASSWORD'],
  ['GITHUB_ID', 'GITHUB_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['JUDGE_BASE_URL', 'JUDGE_MODEL'],
  ['SMTP_URL', 'SMTP_FROM'],
  ['PAYLOAD_STORE_URL', 'PAYLOAD_STORE_KEY_ID', 'PAYLOAD_STORE_SECRET'],
]

const schema = variables
  .superRefine((env, context) => {
    for (const group of setTogether) {
      const given = group.filter((name) => env[name] !== undefined)
      if (given.length === 0) continue
      for (const name of group.filter((name) => env[name] === undefined)) {
        context.addIssue({ code: 'custom', path: [name], message: `must be set together with ${given.join(' and ')}` })
      }
    }
    if (env.GITHUB_URL !== undefined && env.GITHUB_ID === undefined) {
      context.addIssue({ code: 'custom', path: ['GITHUB_ID'], message: 'must be set together with GITHUB_URL' })
    }
    if (env.JUDGE_API_KEY !== undefined && env.JUDGE_BASE_URL === undefined) {
      context.addIssue({ code: 'custom', path: ['JUDGE_BASE_URL'], message: 'must be set together with JUDGE_API_KEY' })
    }
  })
  .transform((env) => ({ ...env, APP_URL: env.APP_URL ?? `http://${addressableHost(env.HOST)}:${env.PORT}` }))

export type Env = z.infer<typeof schema>

type EnvIssue = { variable: string; message: string }

/** The environment is invalid. `issues` lists each invalid variable and its requirement. */
export class EnvError extends Error {
  readonly issues: EnvIssue[]

  constructor(issues: EnvIssue[]) {
    super(`The environment is not valid:\n${issues.map((issue) => `  ${issue.variable}: ${issue.message}`).join('\n')}`)
    this.name = 'EnvError'
    this.issues = issues
  }
}

/**
 * Parses the known environment variables. Others are ignored; an empty string counts as unset.
 * @throws EnvError listing every invalid variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  throw new EnvError(
    parsed.error.issues.map((issue) => ({ variable: issue.path.join('.'), message: lowerFirst(issue.message) })),
  )
}

/**
 * The validated environment of this process, read once at the first call.
 * @throws EnvError listing every invalid variable.
 */
export function getEnv(): Env {
  return processWide('veritasEnv', () => parseEnv(process.env))
}

/**
 * The connection string of the database.
 * @throws EnvError if DATABASE_URL is not set, since only the start script can start a database.
 */
export function getDatabaseUrl(): string {
  const { DATABASE_URL } = getEnv()
  if (DATABASE_URL) return DATABASE_URL
  throw new EnvError([{ variable: 'DATABASE_URL', message: 'is not set: run npm start, npm run dev or npm run db' }])
}

function addressableHost(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function lowerFirst(message: string) {
  return message.charAt(0).toLowerCase() + message.slice(1)
}
