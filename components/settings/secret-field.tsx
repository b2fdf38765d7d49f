import { CopyButton } from '@/components/ui/copy-button'

type SecretFieldProps = {
  secret: string
  /** What the button copies. */
  label?: string
  /** What is kept of it. */
  kept?: string
}

/** A secret that is shown once. */
export function SecretField({ secret, label = 'Copy key', kept = 'only a hash of it is kept' }: SecretFieldProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-2 rounded-md border border-review-line bg-review-bg py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all font-mono text-ink text-sm">{secret}</code>
        <CopyButton text={secret} label={label} />
      </div>
      <p className="text-ink-2 text-xs">Copy it now: it is shown this once, and {kept}.</p>
    </div>
  )
}
