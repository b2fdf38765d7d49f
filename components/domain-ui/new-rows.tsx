import { ArrowUp } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { formatPlural } from '@/lib/presentation/format/number'

type NewRowsProps = {
  count: number
  /** The count is capped at this number; at the cap it is shown as "50+". */
  most: number
  /** Singular noun: "new run". */
  noun: string
  onShow: () => void
}

/** Button that inserts newly arrived rows on click, so that no row moves under the pointer. */
export function NewRows({ count, most, noun, onShow }: NewRowsProps) {
  const show = () => {
    window.scrollTo({ top: 0 })
    onShow()
  }
  return (
    <div role="status">
      {count > 0 && (
        <Button size="sm" className="animate-arrive" icon={<ArrowUp aria-hidden />} onClick={show}>
          {count >= most ? `${most}+ ${noun}s` : formatPlural(count, noun)}
        </Button>
      )}
    </div>
  )
}
