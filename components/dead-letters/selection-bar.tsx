import { Check, RotateCcw, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { DeadLetterAction } from '@/lib/contracts/dead-letters'
import { formatPlural } from '@/lib/format/number'

type SelectionBarProps = { count: number; onAct: (action: DeadLetterAction) => void; onClear: () => void }

/** What can be done with the selected items, always in reach. */
export function SelectionBar({ count, onAct, onClear }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <section
      aria-label="Selected dead letters"
      className="sticky bottom-14 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-2 border-t bg-paper px-4 py-2.5 lg:bottom-0 lg:-mx-8 lg:px-8 print:hidden"
    >
      <div className="flex min-w-0 flex-1 basis-52 items-center gap-2">
        <p className="text-sm" aria-live="polite">
          {formatPlural(count, 'dead letter')} selected
        </p>
        <Button variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </div>
      <Button icon={<X aria-hidden />} onClick={() => onAct('abandon')}>
        Abandon
      </Button>
      <Button icon={<Check aria-hidden />} onClick={() => onAct('resolve')}>
        Resolve
      </Button>
      <Button variant="primary" icon={<RotateCcw aria-hidden />} shortcut="r" onClick={() => onAct('retry')}>
        Retry
      </Button>
    </section>
  )
}
