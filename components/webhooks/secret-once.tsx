import { CodeBlock } from '@/components/ui/code-block'
import { SecretField } from '@/components/ui/secret-dialog'
import { Tabs } from '@/components/ui/tabs'
import { NODE_SNIPPET, PYTHON_SNIPPET } from './verify-snippets'

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
