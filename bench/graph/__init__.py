"""What a graph costs: building it from a document, linking its parts, opening, walking and changing it."""
