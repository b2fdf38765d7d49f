import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { type CompareFilter, compareFilters } from '@/lib/presentation/compare/compare-runs'
import { formatCount } from '@/lib/presentation/format/number'

type BothSidesProps = { a: ReactNode; b: ReactNode }

/** Two columns of a comparison; on narrow screens they are stacked and labelled. */
export function BothSides({ a, b }: BothSidesProps) {
  return (
    <div className="grid min-w-0 gap-x-6 gap-y-2 md:grid-cols-2">
      <Side name="A">{a}</Side>
      <Side name="B">{b}</Side>
    </div>
  )
}

function Side({ name, children }: { name: 'A' | 'B'; children: ReactNode }) {
  return (
    <div className="min-w-0 max-md:flex max-md:items-baseline max-md:gap-2">
      <span className="text-ink-3 text-xs md:sr-only">{name}</span>
      <div className="min-w-0 max-md:flex-1">{children}</div>
    </div>
  )
}

export function SwapLink({ href }: { href: string }) {
  return (
    <Button asChild>
      <Link href={href} replace>
        <ArrowLeftRight aria-hidden />
        Swap
      </Link>
    </Button>
  )
}

const labels: Record<CompareFilter, string> = {
  all: 'All',
  changed: 'Changed',
  worse: 'Worse',
  better: 'Better',
  missing: 'Missing',
}

type ShowFilterProps = {
  value: CompareFilter
  onChange: (value: CompareFilter) => void
  counts: Record<CompareFilter, number>
}

/** Filter for the rows of a comparison, with a count per choice. */
export function ShowFilter({ value, onChange, counts }: ShowFilterProps) {
  return (
    <div className="max-w-full overflow-x-auto">
      <SegmentedControl
        label="Show"
        value={value}
        onChange={onChange}
        segments={compareFilters.map((filter) => ({
          value: filter,
          label: (
            <>
              {`${labels[filter]} `}
              <span className="text-ink-3">{formatCount(counts[filter])}</span>
            </>
          ),
        }))}
      />
    </div>
  )
}
