"""What tests are written with: a notation for documents, expectations, naive listings, random graphs."""
