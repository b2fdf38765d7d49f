import { StatusMark } from '@/components/pieces/status-mark'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import type { MailTrouble } from '@/lib/contracts/mail'
import { mailStateLabels } from '@/lib/format/notification-labels'
import { formatPlural } from '@/lib/format/number'

/** What could not be sent, and why. */
export function MailTroubles({ troubles }: { troubles: readonly MailTrouble[] }) {
  return (
    <Panel title="Not sent" note="The latest first. A mail is tried eight times within a day, then given up.">
      {troubles.length === 0 ? (
        <p className="text-ink-2 text-sm">Nothing failed.</p>
      ) : (
        <ul className="divide-y border-y">
          {troubles.map((trouble) => (
            <Trouble key={trouble.id} trouble={trouble} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Trouble({ trouble: { to, text, status, attempts, error, nextAt, updatedAt } }: { trouble: MailTrouble }) {
  return (
    <li className="grid gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusMark status={status === 'waiting' ? 'running' : 'failed'} word={mailStateLabels[status]} />
        <span className="min-w-0 break-words">
          To {to}: {text}
        </span>
      </p>
      <p className="break-words text-ink-2 text-xs">
        {error.charAt(0).toUpperCase()}
        {error.slice(1)}
      </p>
      <p className="text-ink-3 text-xs">
        {formatPlural(attempts, 'attempt')}, <RelativeTime iso={updatedAt} />
        {nextAt && (
          <>
            . Next: <AbsoluteTime iso={nextAt} />
          </>
        )}
      </p>
    </li>
  )
}
