import { stemOf } from '../text/stems'
import { wordsIn } from './field-source'

/** Names of fields in English, and the labels of the same on documents in German, French, Spanish, Italian and Dutch. */
const names: readonly (readonly [english: string, others: string])[] = [
  [
    'invoice date|date of invoice|issue date|date',
    'rechnungsdatum|date de facture|date de la facture|fecha de factura|data fattura|factuurdatum',
  ],
  ['date|issue date|document date', 'datum|fecha|data'],
  [
    'due date|payment due|payment due date|pay by',
    'zahlbar bis|fällig am|fällig bis|fälligkeit|fälligkeitsdatum|échéance|date d échéance|vencimiento|fecha de vencimiento|scadenza|vervaldatum',
  ],
  [
    'delivery date|shipping date',
    'lieferdatum|liefertermin|date de livraison|fecha de entrega|data di consegna|leverdatum',
  ],
  ['order date', 'bestelldatum|auftragsdatum|date de commande|fecha de pedido|data ordine|besteldatum'],
  [
    'birth date|date of birth|birthday',
    'geburtsdatum|geboren am|date de naissance|fecha de nacimiento|data di nascita|geboortedatum',
  ],
  [
    'start date|begin date|contract start|contract start date',
    'beginn|vertragsbeginn|mietbeginn|date de début|fecha de inicio|data di inizio|aanvangsdatum',
  ],
  [
    'end date|contract end|contract end date',
    'ende|vertragsende|mietende|date de fin|fecha de fin|data di fine|einddatum',
  ],
  [
    'total|total amount|amount due|grand total|gross|gross total|gross amount|invoice total|total gross',
    'gesamtbetrag|rechnungsbetrag|gesamtsumme|endbetrag|bruttobetrag|summe brutto|total ttc|montant total|montant ttc|net à payer|importe total|total a pagar|totale|totale fattura|totaal|totaalbedrag',
  ],
  [
    'subtotal|net|net total|net amount|total net',
    'nettobetrag|zwischensumme|summe netto|nettosumme|total ht|montant ht|sous total|base imponible|imponibile|subtotaal|totaal excl',
  ],
  ['tax|vat|vat amount|tax amount|total tax|total vat', 'mwst|ust|umsatzsteuer|mehrwertsteuer|tva|iva|btw'],
  [
    'shipping|shipping cost|delivery cost|shipping fee',
    'versand|versandkosten|porto|frais de port|livraison|gastos de envío|spese di spedizione|verzendkosten',
  ],
  ['discount|discount amount', 'rabatt|nachlass|remise|descuento|sconto|korting'],
  [
    'rent|monthly rent|net rent|base rent',
    'miete|kaltmiete|nettomiete|loyer|loyer mensuel|alquiler|renta|affitto|canone|huur|huurprijs',
  ],
  ['deposit|security deposit', 'kaution|mietkaution|caution|dépôt de garantie|fianza|cauzione|borg|waarborgsom'],
  [
    'salary|monthly salary|gross salary',
    'gehalt|bruttogehalt|monatsgehalt|salaire|salaire brut|salario|stipendio|salaris',
  ],
  [
    'price|unit price|purchase price',
    'preis|einzelpreis|kaufpreis|prix|prix unitaire|precio|precio unitario|prezzo|prijs',
  ],
  ['area|living area|floor area', 'fläche|wohnfläche|surface|superficie|oppervlakte'],
  [
    'customer|client|customer name|buyer',
    'kunde|kundin|auftraggeber|käufer|client|acheteur|cliente|comprador|acquirente|klant|koper',
  ],
  [
    'supplier|vendor|seller|vendor name|supplier name',
    'lieferant|verkäufer|auftragnehmer|fournisseur|vendeur|proveedor|vendedor|fornitore|venditore|leverancier|verkoper',
  ],
  ['tenant|tenant name|lessee', 'mieter|mieterin|locataire|inquilino|arrendatario|conduttore|huurder'],
  ['landlord|landlord name|lessor', 'vermieter|vermieterin|bailleur|propriétaire|arrendador|locatore|verhuurder'],
  [
    'employee|employee name',
    'arbeitnehmer|arbeitnehmerin|mitarbeiter|mitarbeiterin|salarié|salariée|empleado|dipendente|werknemer',
  ],
  ['employer|employer name', 'arbeitgeber|arbeitgeberin|employeur|empleador|datore di lavoro|werkgever'],
  [
    'net pay|net salary|payout',
    'auszahlung|auszahlungsbetrag|nettogehalt|nettolohn|salaire net|salario neto|stipendio netto|nettoloon',
  ],
  ['arrival|arrival date|check in', 'anreise|arrivée|llegada|arrivo|aankomst'],
  ['departure|departure date|check out', 'abreise|départ|salida|partenza|vertrek'],
  [
    'contact|contact name|contact person',
    'ansprechpartner|ansprechpartnerin|kontakt|interlocuteur|persona de contacto|referente|contactpersoon',
  ],
  ['address|delivery address', 'anschrift|lieferanschrift|adresse|adresse de livraison|dirección|indirizzo|adres'],
]

const toLabel = (phrase: string): ReadonlySet<string> => new Set(wordsIn(phrase).map(stemOf))
const keyOf = (label: ReadonlySet<string>) => [...label].sort().join(' ')

const others = new Map<string, ReadonlySet<string>[]>()
for (const [english, foreign] of names) {
  const labels = foreign.split('|').map(toLabel)
  for (const phrase of english.split('|')) {
    const key = keyOf(toLabel(phrase))
    others.set(key, [...(others.get(key) ?? []), ...labels])
  }
}

/** Returns the labels under which documents of other languages have a field, each as the stems of its words; empty for an unknown one. */
export function foreignLabelsOf(label: ReadonlySet<string>): readonly ReadonlySet<string>[] {
  return others.get(keyOf(label)) ?? []
}
