import { foldText } from '#kit/text/fold-text.ts'

/**
 * Words by which a line says that it may not be ordered, or that nothing is known of it, wherever they stand: "DNP", "on hold",
 * "storniert", "en stock". Whether it is ordered all the same is a question. Without accents.
 */
const NOT_ORDERED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    'dnp|dnf|dni|dns|n/a|eol|tbd|tbc|nrnd',
    "do(?: not|n['’]?t) (?:populate|fit|place|mount|install|assemble|order|buy|ship|use|need)",
    'not (?:populated|fitted|mounted|installed|assembled|placed|used|needed|required|ordered|available|in bom)',
    '(?:un|de-?)populated|no[- ](?:fit|pop|mount|load)|not for (?:order|production)|no longer \\p{L}+',
    'exclud(?:ed?|ing)(?: from(?: the)?(?: bom)?)?|omit(?:ted)?|ignored?|skip(?:ped)?',
    'on[- ]hold|postponed|suspended|paused|blocked|pending|waiting',
    '(?:in|on|ex|out of)[- ]stock|sold out|back-?ordered',
    'cancell?ed|cancel(?:lation)?|voided?|withdrawn|removed|deleted|dropped|rejected|declined',
    'obsolete|discontinued|superseded|replaced|end of life|phased? out|inactive|invalid',
    'nicht (?:bestue?ck(?:t|en)|montier(?:t|en)|verbau(?:t|en)|bestell(?:t|en)|lieferbar|(?:mehr )?benoe?tigt|mehr \\p{L}+)',
    'unbestue?ckt|storn(?:o|iert|ieren)|entfa?e?ll(?:t|en)|gestrichen|geloe?scht|gesperrt|wartet|ungue?ltig',
    'zurue?ckgestellt|abgekue?ndigt|auslauf(?:artikel|teil|end)?|veraltet|ausverkauft|vergriffen|vorrae?tig|(?:ab|auf|am) lager',
    'annulee?s?|ne (?:pas|plus) (?:monter|cabler|poser|commander|implanter|equiper)',
    'non (?:monte|cable|pose|equipe|implante|disponible|commande)e?s?',
    'en stock|en attente|supprimee?s?|obsoletes?|epuisee?s?|suspendue?s?|exclue?s?|retiree?s?',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'u',
)

/** Crossed out in Markdown. */
const CROSSED_OUT = /~~[^~]+~~/

/** What a line says of not being ordered; undefined when it says nothing of it. */
export const notOrdered = (line: string): string | undefined =>
  (NOT_ORDERED.exec(foldText(line).replace(/\s+/g, ' ')) ?? CROSSED_OUT.exec(line))?.[0]
