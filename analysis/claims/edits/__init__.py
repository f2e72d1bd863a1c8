"""How two texts word a thing: tokens, sentences, what one puts in place of the other."""
