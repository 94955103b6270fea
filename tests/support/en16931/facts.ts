/** What a document says, by the terms of EN 16931, the same from each syntax. Amounts and numbers are as they are written. */
export interface Facts {
  readonly customization: Fact
  readonly profile: Fact
  readonly number: Fact
  readonly issuedOn: Fact
  readonly dueOn: Fact
  readonly typeCode: Fact
  readonly note: Fact
  /** The currency of the document, and of each amount that names one. */
  readonly currencies: readonly Fact[]
  readonly buyerReference: Fact
  readonly poNumber: Fact
  readonly orderNumber: Fact
  readonly preceding: { readonly number: Fact; readonly issuedOn: Fact }
  readonly seller: Party
  readonly buyer: Party
  readonly deliverTo: { readonly name: Fact; readonly address: PostalFacts }
  readonly deliveredOn: Fact
  readonly payment: {
    readonly code: Fact
    readonly reference: Fact
    readonly iban: Fact
    readonly accountName: Fact
    readonly bic: Fact
  }
  readonly charges: readonly Charge[]
  readonly taxTotal: Fact
  readonly taxes: readonly TaxFacts[]
  readonly totals: Readonly<Record<'lines' | 'charges' | 'net' | 'gross' | 'paid' | 'due', Fact>>
  readonly lines: readonly LineFacts[]
}

export type Fact = string | undefined

export interface PostalFacts {
  readonly street: readonly Fact[]
  readonly city: Fact
  readonly postcode: Fact
  readonly region: Fact
  readonly country: Fact
}

export interface Party {
  readonly id: Fact
  readonly name: Fact
  readonly vatId: Fact
  readonly taxNumber: Fact
  readonly electronicAddress: Fact
  readonly electronicScheme: Fact
  readonly address: PostalFacts
  readonly contact: Readonly<Record<'name' | 'phone' | 'email', Fact>>
}

/** A category of a tax with its rate. */
export interface Taxed {
  readonly category: Fact
  readonly percent: Fact
}

export interface Charge extends Taxed {
  readonly isCharge: Fact
  readonly amount: Fact
  readonly reason: Fact
  readonly reasonCode: Fact
}

export interface TaxFacts extends Taxed {
  readonly taxable: Fact
  readonly amount: Fact
  readonly reason: Fact
  readonly reasonCode: Fact
}

export interface LineFacts extends Taxed {
  readonly id: Fact
  readonly quantity: Fact
  readonly units: readonly Fact[]
  readonly net: Fact
  readonly name: Fact
  readonly sku: Fact
  readonly origin: Fact
  readonly customsCode: Fact
  readonly customsList: Fact
  readonly price: Fact
  readonly base: Fact
}
