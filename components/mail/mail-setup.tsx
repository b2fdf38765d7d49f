import { CodeBlock } from '@/components/ui/code-block'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'

const ENVIRONMENT = `SMTP_URL=smtp://user:password@mail.example.com:587
SMTP_FROM=Veritas <veritas@example.com>`

/** What to do where no mail server is set. */
export function MailSetup() {
  return (
    <Panel title="Connect a mail server">
      <div className="grid max-w-prose gap-4 text-sm">
        <Notice title="No mail server is set">
          Nothing is sent by e-mail. Everything is told in the desk, under the bell.
        </Notice>
        <p>Set these two variables where Veritas runs, then start it again:</p>
        <CodeBlock title="Environment" code={ENVIRONMENT} />
        <p className="text-ink-2">
          <code className="font-mono text-xs">smtps://</code> encrypts from the first byte, on port 465.{' '}
          <code className="font-mono text-xs">smtp://</code> begins on port 587 and encrypts with STARTTLS. A password
          leaves this machine only encrypted. Letters such as @ or / in a password are written as %40 and %2F.
        </p>
      </div>
    </Panel>
  )
}
