import { CodeBlock } from '@/components/ui/code-block'
import { SecretField } from '@/components/ui/secret-dialog'
import { Tabs } from '@/components/ui/tabs'

/** The signing secret, shown once, with instructions for verifying signatures. */
export function SecretOnce({ secret }: { secret: string }) {
  return (
    <div className="grid gap-5">
      <SecretField secret={secret} label="Copy secret" kept="only an encrypted copy is kept, to sign with" />
      <div className="grid gap-2">
        <p className="text-ink-2 text-sm">
          Every message is signed following Standard Webhooks 1.0.0. Verify it before you act on it, with a{' '}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" className="link">
            library of that standard
          </a>{' '}
          or with this:
        </p>
        <Tabs
          label="How to verify a message"
          tabs={[
            { value: 'node', label: 'Node', panel: <CodeBlock title="JavaScript" code={NODE_SNIPPET} /> },
            { value: 'python', label: 'Python', panel: <CodeBlock title="Python" code={PYTHON_SNIPPET} /> },
          ]}
        />
      </div>
    </div>
  )
}

/** Code with which a receiver verifies a message, without dependencies. */
export const NODE_SNIPPET = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the raw text of the request, before anything parses it.
// secret: whsec_..., from your environment.
export function verify(headers, body, secret) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age < 300)) throw new Error('too old, or from the future')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const own = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  const isSigned = headers['webhook-signature'].split(' ').some((part) => {
    const sent = Buffer.from(part.replace('v1,', ''), 'base64')
    return sent.length === own.length && timingSafeEqual(sent, own)
  })
  if (!isSigned) throw new Error('not signed with this secret')
  return JSON.parse(body) // { type, timestamp, data }; the same id may come twice
}
`

const PYTHON_SNIPPET = `import base64, hashlib, hmac, json, time

# body: the raw bytes of the request. secret: whsec_..., from your environment.
def verify(headers, body: bytes, secret: str) -> dict:
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old, or from the future")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{message_id}.{timestamp}.".encode() + body
    own = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    sent = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(part.removeprefix("v1,"), own) for part in sent):
        raise ValueError("not signed with this secret")
    return json.loads(body)  # type, timestamp, data; the same id may come twice
`
