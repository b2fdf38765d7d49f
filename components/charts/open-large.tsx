'use client'

import { Maximize2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { orMissing } from '@/components/ui/missing-part'
import { useChartSize } from './chart-parts'
import type { ChartProps } from './large-chart'

const LargeChart = dynamic(
  orMissing(() => import('./large-chart'), 'LargeChart'),
  { ssr: false },
)

/** Button that enlarges a chart; renders nothing inside an enlarged chart. */
export function OpenLarge({ title, className, children, ...chart }: ChartProps & { className: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { isLarge } = useChartSize()
  if (isLarge) return null
  const close = () => {
    setOpen(false)
    // Wait until the dialog and its focus trap are unmounted.
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      <IconButton
        ref={button}
        label={`Open ${title} large`}
        size="sm"
        className={className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Maximize2 aria-hidden />
      </IconButton>
      {isOpen && (
        <LargeChart title={title} {...chart} onClose={close}>
          {children}
        </LargeChart>
      )}
    </>
  )
}
