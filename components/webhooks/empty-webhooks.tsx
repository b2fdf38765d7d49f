import { CodeBlock } from '@/components/ui/code-block'
import { Panel } from '@/components/ui/panel'

const MESSAGE = `POST /webhooks/veritas
webhook-id: 019a9f0e-5f5c-7c31-9d0e-3f6f3c1f2b7a
webhook-timestamp: 1794304800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "type": "gate.rejected",
  "timestamp": "2026-11-10T10:00:00.000Z",
  "data": {
    "project": "support",
    "url": "https://veritas.example.com/p/support/gates/...",
    "summary": "answers 1.0.1 is worse than 1.0.0: rejected by Rita.",
    "rollbackTarget": "1.0.0",
    "gate": { "chain": "answers", "version": "1.0.1", "state": "rejected" }
  }
}`

/** What webhooks are good for, where there are none yet. */
export function EmptyWebhooks({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Panel title="No endpoints yet">
      <div className="grid max-w-prose gap-4 text-sm">
        <p>
          Tell a deployment which version to go back to, a chat that a gate waits, or a dashboard what each run scored.
          A message is small: what happened, and a link.
        </p>
        <CodeBlock title="A message" code={MESSAGE} />
        <p className="text-ink-2">
          What is not taken is sent again, up to ten times over three days. An endpoint that keeps failing is switched
          off, and a person switches it on again. {isAdmin ? '' : 'An admin of this project adds endpoints.'}
        </p>
      </div>
    </Panel>
  )
}
