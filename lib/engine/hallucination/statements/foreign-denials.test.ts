import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const contradicted = (output: string, source: string) => contradictedBy(source, output)

const german =
  'Die Nachzahlung ist bis Juni zu überweisen. Das Grillen auf den Balkonen ist nicht gestattet. Haustiere sind nicht erlaubt, das Rauchen auf dem Balkon ist erlaubt.'
const french =
  "Les animaux sont interdits dans le véhicule. Le carburant n'est pas compris. Un second conducteur coûte 8 € par jour et par personne."
const spanish =
  'Se aprobó la instalación de placas solares por 20 votos a favor y 9 en contra. La piscina no abrirá antes del 15 de junio.'

describe('a denial in another language', () => {
  it.each([
    ['Das Grillen auf den Balkonen ist gestattet.', german],
    ['Das Rauchen auf dem Balkon ist nicht erlaubt.', german],
    ['Le carburant est compris.', french],
    ['La instalación de placas solares no se aprobó.', spanish],
    ['La piscina abrirá antes del 15 de junio.', spanish],
  ])('is found where only one has it: %s', (output, source) => {
    expect(contradicted(output, source)).toEqual([output.slice(0, -1)])
  })

  it.each([
    ['Auf den Balkonen ist das Grillen nicht gestattet.', german],
    ['Das Rauchen auf dem Balkon ist erlaubt.', german],
    ["Le carburant n'est pas compris.", french],
    ['La instalación de placas solares se aprobó.', spanish],
    ['Die Nachzahlung ist nicht erlaubt, wenn sie zu spät kommt.', german],
  ])('is not where both have it, or it is of another clause: %s', (output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
