import { describe, expect, test } from 'vitest'
import { EnvError, parseEnv } from './env'

const databaseUrl = 'postgresql://someone:secret@localhost:5432/veritas'

const store = {
  PAYLOAD_STORE_URL: 'https://s3.example.org/desk/folder',
  PAYLOAD_STORE_KEY_ID: 'key',
  PAYLOAD_STORE_SECRET: 'secret',
}

describe('parseEnv', () => {
  test('a payload store is a service, a bucket and optional folders', () => {
    expect(parseEnv({ ...store, PAYLOAD_STORE_AFTER: 'never' })).toMatchObject({
      ...store,
      PAYLOAD_STORE_AFTER: 'never',
    })
    expect(parseEnv({ ...store, PAYLOAD_STORE_AFTER: '12' })).toMatchObject({ PAYLOAD_STORE_AFTER: 12 })
  })

  test('an empty environment is valid', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      APP_URL: 'http://127.0.0.1:3000',
      TRUST_PROXY: 0,
      VERITAS_ALLOW_PRIVATE_WEBHOOKS: false,
      LOG_LEVEL: 'info',
    })
  })

  test('an empty string counts as unset', () => {
    const env = parseEnv({ PORT: '', DATABASE_URL: ' ', GITHUB_ID: '', OIDC_ISSUER: '' })
    expect(env.PORT).toBe(3000)
    expect(env.DATABASE_URL).toBeUndefined()
  })

  test.each([
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
    [{ HOST: '::1', PORT: '4000' }, 'http://[::1]:4000'],
    [{ HOST: '0.0.0.0', APP_URL: 'https://desk.example.org' }, 'https://desk.example.org'],
    [{ APP_URL: 'https://desk.example.org/' }, 'https://desk.example.org'],
  ])('the address for %o is %s', (source, address) => {
    expect(parseEnv(source).APP_URL).toBe(address)
  })

  test.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ APP_URL: 'desk.example.org' }, 'APP_URL'],
    [{ APP_URL: 'https://example.org/desk' }, 'APP_URL'],
    [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET'],
    [{ VERITAS_ALLOW_PRIVATE_WEBHOOKS: 'perhaps' }, 'VERITAS_ALLOW_PRIVATE_WEBHOOKS'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ VERITAS_ADMIN_EMAIL: 'someone', VERITAS_ADMIN_PASSWORD: 'a long password' }, 'VERITAS_ADMIN_EMAIL'],
    [{ VERITAS_ADMIN_EMAIL: 'a@example.org' }, 'VERITAS_ADMIN_PASSWORD'],
    [{ VERITAS_ADMIN_EMAIL: 'a@example.org', VERITAS_ADMIN_PASSWORD: '11 letters.' }, 'VERITAS_ADMIN_PASSWORD'],
    [{ VERITAS_ADMIN_PASSWORD: 'a long password' }, 'VERITAS_ADMIN_EMAIL'],
    [{ GITHUB_SECRET: 'x' }, 'GITHUB_ID'],
    [{ GITHUB_URL: 'https://github.example.org' }, 'GITHUB_ID'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY'],
    [{ OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'x' }, 'OIDC_CLIENT_SECRET'],
    [{ JUDGE_MODEL: 'x' }, 'JUDGE_BASE_URL'],
    [{ JUDGE_API_KEY: 'x' }, 'JUDGE_BASE_URL'],
    [{ PAYLOAD_STORE_URL: 'https://s3.example.org/desk', PAYLOAD_STORE_KEY_ID: 'a' }, 'PAYLOAD_STORE_SECRET'],
    [{ ...store, PAYLOAD_STORE_URL: 's3://desk' }, 'PAYLOAD_STORE_URL'],
    [{ ...store, PAYLOAD_STORE_URL: 'our-bucket' }, 'PAYLOAD_STORE_URL'],
    [{ ...store, PAYLOAD_STORE_URL: 'https://s3.example.org' }, 'PAYLOAD_STORE_URL'],
    [{ ...store, PAYLOAD_STORE_URL: 'https://s3.example.org/desk?region=x' }, 'PAYLOAD_STORE_URL'],
    [{ PAYLOAD_STORE_AFTER: 'soon' }, 'PAYLOAD_STORE_AFTER'],
    [{ SMTP_URL: 'smtp://mail.example.org' }, 'SMTP_FROM'],
    [{ SMTP_FROM: 'desk@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'https://mail.example.org', SMTP_FROM: 'desk@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://', SMTP_FROM: 'desk@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://desk:caf%E9@mail.example.org', SMTP_FROM: 'desk@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://desk:100%@mail.example.org', SMTP_FROM: 'desk@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.org?logger=true', SMTP_FROM: 'desk@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.org', SMTP_FROM: 'nobody' }, 'SMTP_FROM'],
    [{ SMTP_URL: 'smtp://mail.example.org', SMTP_FROM: 'Desk\r\nBcc: x <desk@example.org>' }, 'SMTP_FROM'],
  ])('rejects %o naming %s', (source, variable) => {
    expect(variablesRefused(source)).toContain(variable)
  })

  test.each([
    [{ PORT: '70000' }, 'must be a whole number from 1 to 65535'],
    [{ TRUST_PROXY: '-1' }, 'must be a whole number from 0 to 20'],
    [{ SHUTDOWN_GRACE: '900' }, 'must be a number of seconds from 0 to 600'],
    [{ LOG_LEVEL: 'loud' }, 'must be fatal, error, warn, info, debug, trace or silent'],
  ])('says what is allowed instead of %o', (source, message) => {
    expect(() => parseEnv(source)).toThrow(message)
  })

  test('lists all invalid variables in one error', () => {
    expect(variablesRefused({ PORT: 'x', APP_URL: 'y', DATABASE_URL: databaseUrl })).toEqual(['PORT', 'APP_URL'])
  })

  test('accepts a judge without a key, as a local one needs none', () => {
    const env = parseEnv({ JUDGE_BASE_URL: 'http://localhost:11434/v1', JUDGE_MODEL: 'small' })
    expect(env.JUDGE_API_KEY).toBeUndefined()
  })

  test.each([
    ['smtp://user:p%40ss@mail.example.org:587', 'desk@example.org'],
    ['smtps://mail.example.org', 'Veritas <desk@example.org>'],
  ])('accepts SMTP server %s with sender %s', (SMTP_URL, SMTP_FROM) => {
    expect(parseEnv({ SMTP_URL, SMTP_FROM })).toMatchObject({ SMTP_URL, SMTP_FROM })
  })

  test('no error repeats a value, which may be a secret', () => {
    for (const source of [{ AUTH_SECRET: 'hunter2' }, { SMTP_URL: 'smtp://desk:hunter2@' }])
      expect(() => parseEnv(source)).toThrow(expect.not.stringContaining('hunter2'))
  })
})

function variablesRefused(source: Record<string, string>): string[] {
  try {
    parseEnv(source)
    return []
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return error.issues.map((issue) => issue.variable)
  }
}
