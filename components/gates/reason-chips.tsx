import { clsx } from 'clsx'
import { cannedReasons, toggleReason } from './canned-reasons'
import type { Verdict } from './confirm-decision'

const rows: [Verdict, string][] = [
  ['rejected', 'To reject'],
  ['approved', 'To approve'],
]

type ReasonChipsProps = { reason: string; onChange: (reason: string) => void }

/** Canned reasons: each goes into the text, where it can be changed, and out again. */
export function ReasonChips({ reason, onChange }: ReasonChipsProps) {
  return (
    <div className="mt-3 grid gap-2">
      {rows.map(([verdict, label]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a row with its buttons.
        <div key={verdict} role="group" aria-label={label} className="flex flex-wrap items-center gap-1.5">
          <span className="w-20 text-ink-3 text-xs" aria-hidden>
            {label}
          </span>
          {cannedReasons[verdict].map((canned) => (
            <button
              key={canned}
              type="button"
              aria-pressed={reason.includes(canned)}
              onClick={() => onChange(toggleReason(reason, canned))}
              className={clsx(
                'rounded-md border px-2 py-0.5 text-xs transition-colors hover:bg-hover',
                reason.includes(canned) ? 'border-line-control bg-selected text-ink' : 'text-ink-2',
              )}
            >
              {canned.replace(/\.$/, '')}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
