import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new signing secret: `whsec_` and base64 of 32 random bytes. */
export function mintSigningSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * The headers of Standard Webhooks 1.0.0 (standardwebhooks.com): for each secret `v1,` and base64 of HMAC-SHA256 over
 * `id.timestamp.body`, the timestamp in seconds since the epoch.
 */
export function signatureHeaders(
  secrets: readonly string[],
  message: { id: string; at: Date; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const content = `${message.id}.${timestamp}.${message.body}`
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  }
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
